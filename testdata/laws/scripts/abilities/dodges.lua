return ability { name = {en = "Dodges"}, on = "marked", window = "replace",
  run = function(self, ev) rules.war.blink(ev.who) end }
