import { type Kysely, sql } from 'kysely'

const BEFORE =
  'Neem een geldig legitimatiebewijs mee. Een deel is praktijk: draag gemakkelijke kleding en dichte schoenen.'
const AFTER =
  '{% if planning.meenemen != blank %}Neem mee: {{ planning.meenemen }}{% else %}Zorg dat u een geldig legitimatiebewijs bij u hebt.{% endif %}'

/**
 * The confirmation and the reminder say what people bring to this course, and no longer that a part of every course is
 * practical; who wrote another text keeps it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update default_messages set content = replace(content, ${BEFORE}, ${AFTER})
    where name in ('Bevestiging van inschrijving', 'Herinnering cursusdag') and version = 1
  `.execute(db)
  await sql`
    do $do$ begin
      execute replace(pg_get_functiondef('add_planning_messages'::regproc), ${sql.lit(BEFORE)}, ${sql.lit(AFTER)});
    end $do$
  `.execute(db)
}
