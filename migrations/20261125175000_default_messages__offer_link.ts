import { type Kysely, sql } from 'kysely'

const BEFORE = 'De offerte is geldig tot en met {{ offerte.geldig_tot }}.'
const AFTER = `${BEFORE}{% if offerte.link != blank %} Online bekijken en accepteren kan op {{ offerte.link }}.{% endif %}`

/** The message with a quotation says where it is read and accepted; who wrote another keeps it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update default_messages set content = replace(content, ${BEFORE}, ${AFTER})
    where name = 'Offerte versturen' and version = 1
  `.execute(db)
  await sql`
    do $do$ begin
      execute replace(pg_get_functiondef('add_sale_messages'::regproc), ${sql.lit(BEFORE)}, ${sql.lit(AFTER)});
    end $do$
  `.execute(db)
}
