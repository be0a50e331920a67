import { type Kysely, sql } from 'kysely'

/** A checklist asks for days too, and a block may be answered with 'n.v.t.', which is kept as that text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['checklist_blocks', 'checklist_answers'])
    await sql`
      alter table ${sql.table(name)}
        add column not_applicable boolean not null default false,
        drop constraint ${sql.ref(`${name}_kind_check`)},
        add constraint ${sql.ref(`${name}_kind_check`)}
          check (kind in ('heading', 'yes-no', 'choice', 'number', 'date', 'text', 'photo', 'signature'))
    `.execute(db)
}
