-- When the next product is shown or hidden, or the next discount begins or ends: every list of the shop asks for it.
CREATE INDEX shop_goods_show_from ON shop_goods (show_from) WHERE visible AND show_from IS NOT NULL;
CREATE INDEX shop_goods_show_to ON shop_goods (show_to) WHERE visible AND show_to IS NOT NULL;
CREATE INDEX shop_goods_discount_from ON shop_goods (discount_from) WHERE visible AND discount_from IS NOT NULL;
CREATE INDEX shop_goods_discount_to ON shop_goods (discount_to) WHERE visible AND discount_to IS NOT NULL;
