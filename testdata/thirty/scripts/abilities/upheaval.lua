-- When a key is forged, all creatures are destroyed.
return ability {forge = function() rules.cards.destroy(cards{zone = "line", type = "creature"}) end}
