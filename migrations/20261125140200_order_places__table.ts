import { type Kysely, sql } from 'kysely'

/**
 * Where the addresses of orders lie on the map. A row stands for the address that the order has now: with another address
 * it is to be found anew, and it goes with the order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_places (
      order_id integer primary key references orders on delete cascade deferrable,
      latitude double precision check (latitude between -90 and 90),
      longitude double precision check (longitude between -180 and 180),
      tried_at timestamptz,
      constraint order_places_whole check ((latitude is null) = (longitude is null))
    )
  `.execute(db)
  await sql`create index order_places_missing on order_places (tried_at nulls first, order_id) where latitude is null`.execute(
    db,
  )
  await sql`create index order_places_cells on order_places (latitude, longitude) where latitude is not null`.execute(
    db,
  )
  await sql`
    create function place_order() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into order_places (order_id) values (new.id);
      elsif (new.postal_code, new.street_no, new.country_code)
          is distinct from (old.postal_code, old.street_no, old.country_code) then
        update order_places set latitude = null, longitude = null, tried_at = null where order_id = new.id;
      end if;
      return null;
    end $$
  `.execute(db)
  await sql`
    create trigger place_order after insert or update of postal_code, street_no, country_code on orders
    for each row execute function place_order()
  `.execute(db)
  await sql`insert into order_places (order_id) select id from orders`.execute(db)
}
