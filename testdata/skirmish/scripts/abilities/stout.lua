return ability {}
