local war = {}
function war.day(seat)
  local who = choose.one{seat = seat, prompt = "play", from = seat.tent:cards(), optional = true}
  if who then war.join(who) end
end
function war.judge() finish{draw = game.seats} end
function war.join(who)
  move(who, who.owner.field)
  raise("joins", {who = who})
end
function war.withdraw(who) move(who, who.owner.tent) end
function war.bury(who) move(who, who.owner.cairn) end
function war.hide(who) move(who, who.owner.column) end
function war.blink(who) move(who, who.owner.cairn); war.join(who) end
function war.mark(who) raise("marked", {who = who}, function(ev) ev.who.wounds = ev.who.wounds + 3 end) end
function war.strike(who)
  raise("struck", {who = who}, function(ev) war.blink(ev.who); ev.who.wounds = ev.who.wounds + 3 end)
end
function war.fell(list)
  local moments = {}
  for _, who in ipairs(list) do moments[#moments + 1] = {who = who, seat = who.seat} end
  raise_all("falls", moments, function(ev) move(ev.who, ev.who.owner.cairn) end)
end
function war.fell_all(first, second)
  local list = {first}
  if second then list[2] = second end
  war.fell(list)
end
function war.dusk(seat) raise("dusk", {seat = seat}) end
function war.drum() raise("drum") end
function war.echo() raise("echo", {n = 1}) end
function war.rally(who) lasting{ability = "rallied", on = who, until_ = "dusk"} end
function war.weaken(who) lasting{ability = "weak", on = who} end
function war.swear(who, seat) lasting{ability = "sworn", on = who, seat = seat, until_ = "dusk"} end
function war.swear_longer(who, seat) lasting{ability = "sworn", on = who, seat = seat, until_ = "drum"} end
function war.swear_to(who, lord) lasting{ability = "sworn", on = who, seat = lord.seat, while_ = lord} end
function war.haunt(who) lasting{ability = "rises", on = who, until_ = "drum"} end
function war.tax(seat, amount)
  raise("taxed", {seat = seat, amount = amount}, function(ev) ev.seat.gold = ev.seat.gold - ev.amount end)
end
function war.levy(seat, amount)
  raise("levied", {seat = seat, amount = amount}, function(ev) ev.seat.gold = ev.seat.gold - ev.amount end)
end
function war.act(seat)
  local act = choose.one{seat = seat, prompt = "act", from = actions("act", seat), optional = true}
  if act then perform(act, seat) end
end
function war.pay(who) who.seat.gold = who.seat.gold + 1 end
function war.lives(who)
  local before = who.life
  war.blink(who)
  game.roll = before == who.life and 1 or 2
end
return war
