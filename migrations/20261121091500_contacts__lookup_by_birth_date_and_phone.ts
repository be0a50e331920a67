import { type Kysely, sql } from 'kysely'

/**
 * A participant list is compared with the contacts by name, birth date, e-mail address and phone number, all lines in
 * one query. Phone numbers are stored as typed, so they are compared by their last nine digits.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index contacts_birth_date on contacts (birth_date)`.execute(db)
  for (const column of ['phone', 'mobile_phone'])
    await sql`
      create index ${sql.ref(`contacts_${column}_digits`)}
      on contacts (right(regexp_replace(${sql.ref(column)}, '[^0-9]', '', 'g'), 9))
    `.execute(db)
}
