-- It may be used whatever family was named.
return ability {}
