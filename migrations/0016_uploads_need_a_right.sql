-- Uploading publishes a file under an address that anybody may open. Until now the entrance to the console was enough;
-- from now on it is a right of its own, which the levels that write content get in a house that has its levels already.
UPDATE levels SET scopes = array_append(scopes, 'console:upload')
WHERE scopes && '{console:boards,console:popups,console:banners,console:pages,console:media,console:lawyers,console:practices,console:offices,console:setting}'
  AND NOT 'console:upload' = ANY (scopes);
