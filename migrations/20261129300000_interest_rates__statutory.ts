import { type Kysely, sql } from 'kysely'

/** The statutory rates as they were set, for who has none yet: what somebody typed stays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into interest_rates (kind, valid_from, percentage)
    select kind, valid_from::date, percentage
    from (values
      ('consumer', '2023-01-01', 4), ('consumer', '2023-07-01', 6), ('consumer', '2024-01-01', 7),
      ('consumer', '2025-01-01', 6),
      ('commercial', '2023-01-01', 10.5), ('commercial', '2023-07-01', 12), ('commercial', '2024-01-01', 12.5),
      ('commercial', '2024-07-01', 12.25), ('commercial', '2025-01-01', 11.15), ('commercial', '2025-07-01', 10.15)
    ) as told (kind, valid_from, percentage)
    where not exists (select from interest_rates)`.execute(db)
}
