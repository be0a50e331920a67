import { type Kysely, sql } from 'kysely'

/** As what a course is sold: per person, and to a company that comes together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table courses
      add column product_id integer references products deferrable,
      add column group_product_id integer references products deferrable,
      add column group_max_count integer check (group_max_count between 1 and 1000),
      add column group_extra_price numeric(12, 4) check (group_extra_price >= 0),
      add constraint courses_group_price check (
        (group_product_id is null) = (group_max_count is null) and (group_product_id is not null or group_extra_price is null)
      )
  `.execute(db)
  await sql`create index courses_product_id on courses (product_id)`.execute(db)
  await sql`create index courses_group_product_id on courses (group_product_id)`.execute(db)
}
