-- Credit: the bids of its seat are worth one more.
return ability {
  name     = {en = "Credit", fr = "Crédit", ja = "信用"},
  modifies = "offer", add = 1,
  of       = {type = "bid", friendly = true},
}
