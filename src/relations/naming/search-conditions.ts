import { type RawBuilder, sql } from 'kysely'

/** The last nine digits of a phone number, by which it is the same however it is written; with an index in collation "C". */
export const phoneEnd = (column: RawBuilder<unknown>) =>
  sql<string>`right(regexp_replace(${column}, '[^0-9]', '', 'g'), 9)`

/** What stands behind the @ of an e-mail address; with an index in collation "C". */
export const domainOf = (column: RawBuilder<unknown>) => sql<string>`lower(split_part(${column}::text, '@', 2))`
