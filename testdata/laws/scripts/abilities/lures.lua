return ability { name = {en = "Lures"}, on = "marked", window = "replace", where = {who = {other = true}},
  run = function(self, ev) rules.war.blink(ev.who); ev.who = self end }
