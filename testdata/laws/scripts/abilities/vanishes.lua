return ability { name = {en = "Vanishes"}, on = "marked", window = "respond", where = {who = {is = "self"}},
  run = function(self, ev) rules.war.blink(ev.who) end }
