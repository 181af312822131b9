-- Text of sanitised HTML, one line per block.
CREATE OR REPLACE FUNCTION strip_html(html text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(regexp_replace(
    replace(replace(replace(replace(replace(replace(
      regexp_replace(regexp_replace(html, '</?(b|strong|em|i|u|s|a|sub|sup|code)( [^>]*)?>', '', 'gi'), '<[^>]*>', E'\n', 'g'),
      '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&'),
    '[^\S\n]+', ' ', 'g'), ' ?\n\s*', E'\n', 'g'), E' \n')
$$;
