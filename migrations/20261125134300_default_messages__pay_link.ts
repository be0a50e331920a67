import { type Kysely, sql } from 'kysely'

const BEFORE = 'op {{ factuur.vervaldatum }}.'
const AFTER = `${BEFORE}{% if factuur.betaallink != blank %} Online betalen kan op {{ factuur.betaallink }}.{% endif %}`

/** The message with an invoice says where it is paid online, where that can be; who wrote another keeps it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update default_messages set content = replace(content, ${BEFORE}, ${AFTER})
    where name = 'Factuur verzenden' and version = 1
  `.execute(db)
  await sql`
    do $do$ begin
      execute replace(pg_get_functiondef('add_sale_messages'::regproc), ${sql.lit(BEFORE)}, ${sql.lit(AFTER)});
    end $do$
  `.execute(db)
}
