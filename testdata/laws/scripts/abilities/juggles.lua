return ability { name = {en = "Juggles"}, on = "marked", window = "before",
  run = function(self, ev) rules.war.blink(ev.who) end }
