/**
 * spec §5: visibility 2, 3 or 4, status 0 or 1, in stock, over `product p join stock s`. `visibility > 1` is what the
 * partial indices say.
 */
export const LISTED = 'p.visibility > 1 and p.status in (0, 1) and (s.manage = 0 or s.qty >= p.setqty)'
