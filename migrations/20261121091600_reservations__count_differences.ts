import { type Kysely, sql } from 'kysely'

/**
 * Changing the places of a reservation changes the count of its part by the difference, in one statement: adding the
 * new places before taking the old ones off would ask for more room than is needed, and be refused by the limit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function count_reservations() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and (tg_op = 'DELETE' or new.appointment_id <> old.appointment_id) then
        update appointments set reserved_count = reserved_count - old.places where id = old.appointment_id;
      end if;
      if tg_op = 'UPDATE' and new.appointment_id = old.appointment_id then
        update appointments set reserved_count = reserved_count + new.places - old.places where id = new.appointment_id;
      elsif tg_op <> 'DELETE' then
        update appointments set reserved_count = reserved_count + new.places where id = new.appointment_id;
      end if;
      return null;
    end $$
  `.execute(db)
}
