return ability { name = {en = "Carts"}, on = "falls", run = function(self, ev) move(ev.who, ev.seat.column) end }
