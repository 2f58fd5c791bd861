return ability {reap = function(self) rules.cards.destroy({self}) end}
