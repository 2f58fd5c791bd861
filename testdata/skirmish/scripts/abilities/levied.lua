-- The other creatures of its side gain: "Reap: gain a coin".
return ability {grants = "spoils", of = {zone = "line", friendly = true, other = true}}
