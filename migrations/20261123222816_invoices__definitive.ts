import { type Kysely, sql } from 'kysely'

/**
 * What an invoice that has a number says is kept as it was printed, and neither it nor its lines change any more. Who it is
 * about can still become another row, where two records are merged: the printed name stays.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invoices add column snapshot jsonb`.execute(db)
  // Not judged on what was there before: a number that was given stays given.
  await sql`
    alter table invoices add constraint invoices_snapshot check ((snapshot is null) = (definitive_at is null)) not valid
  `.execute(db)
  await sql`create index invoices_definitive_date on invoices (invoice_date desc) where definitive_at is not null`.execute(
    db,
  )
  // What is generated follows the other columns, and is not there yet before the row is written.
  await sql`
    create function keep_definitive_invoice() returns trigger language plpgsql as $$
    declare
      free constant text[] := '{company_id,contact_id,version,updated_at,uid,total,search_text}';
    begin
      if tg_op = 'UPDATE' and to_jsonb(new) - free = to_jsonb(old) - free then
        return new;
      end if;
      raise exception 'invoice % is definitive', old.id
        using errcode = '23514', table = 'invoices', constraint = 'invoices_immutable';
    end $$
  `.execute(db)
  await sql`
    create trigger keep_definitive before update or delete on invoices
    for each row when (old.definitive_at is not null) execute function keep_definitive_invoice()
  `.execute(db)
  // The line that one came from may go; a line goes with its concept, which is gone by then.
  await sql`
    create function keep_definitive_lines() returns trigger language plpgsql as $$
    declare
      free constant text[] := '{source_id,version,updated_at,amount}';
    begin
      if tg_op = 'UPDATE' and to_jsonb(new) - free = to_jsonb(old) - free then
        return new;
      end if;
      if exists (
        select 1 from invoices
        where definitive_at is not null
          and (id = case when tg_op <> 'DELETE' then new.invoice_id end or id = case when tg_op <> 'INSERT' then old.invoice_id end)
      ) then
        raise exception 'a line of a definitive invoice'
          using errcode = '23514', table = 'sale_lines', constraint = 'invoices_immutable';
      end if;
      if tg_op = 'DELETE' then return old; end if;
      return new;
    end $$
  `.execute(db)
  await sql`
    create trigger keep_definitive_added before insert on sale_lines
    for each row when (new.invoice_id is not null) execute function keep_definitive_lines()
  `.execute(db)
  await sql`
    create trigger keep_definitive_changed before update on sale_lines
    for each row when (old.invoice_id is not null or new.invoice_id is not null) execute function keep_definitive_lines()
  `.execute(db)
  await sql`
    create trigger keep_definitive_gone before delete on sale_lines
    for each row when (old.invoice_id is not null) execute function keep_definitive_lines()
  `.execute(db)
}
