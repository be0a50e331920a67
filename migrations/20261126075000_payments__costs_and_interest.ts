import { type Kysely, sql } from 'kysely'

/**
 * What of a payment is costs and interest that a letter asked, and what is of the invoice itself (article 6:44 BW): the
 * last follows, so that the three always add up, and it alone decides how the invoice stands.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await divided(db, 'invoice_payments', 'invoice', 'invoice_id')
  await divided(db, 'opening_payments', 'opening_item', 'opening_item_id')
  await following(db)
  await onADay(db)
  await sql`alter table reminder_items add column interest bigint not null default 0 check (interest >= 0)`.execute(db)
  // What was asked beside invoices: of a few of the many that somebody wrote about.
  await sql`
    create index reminder_items_asked on reminder_items (invoice_id) where invoice_id is not null and (costs > 0 or interest > 0)
  `.execute(db)
  await sql`
    create index reminder_items_opening_asked on reminder_items (opening_item_id)
    where opening_item_id is not null and (costs > 0 or interest > 0)
  `.execute(db)
  await sql`
    alter table invoice_marks drop constraint invoice_marks_kind_check,
      add constraint invoice_marks_kind_check check (kind in ('sent', 'disputed', 'written_off', 'costs_waived'))
  `.execute(db)
}

async function divided(db: Kysely<unknown>, table: string, record: string, key: string): Promise<void> {
  await sql`
    alter table ${sql.table(table)}
      add column costs bigint check (costs <> 0),
      add column interest bigint check (interest <> 0),
      add column principal bigint not null generated always as (amount - coalesce(costs, 0) - coalesce(interest, 0)) stored,
      add constraint ${sql.ref(`${table}_one_side`)} check (
        sign(coalesce(costs, 0)) * sign(amount) >= 0 and sign(coalesce(interest, 0)) * sign(amount) >= 0),
      add constraint ${sql.ref(`${table}_adds_up`)} check (
        abs(coalesce(costs, 0) + coalesce(interest, 0)) <= abs(amount))
  `.execute(db)
  // What is booked of them in a period: of few payments.
  await sql`
    create index ${sql.ref(`${table}_beside`)} on ${sql.table(table)} (paid_on, id)
    where costs is not null or interest is not null
  `.execute(db)
  await sql`select history_triggers(${table}, ${record}, ${key}, '{principal}', '{}', '{}')`.execute(db)
}

async function following(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function follow_invoice_facts() returns trigger language plpgsql as $$
    declare
      of_invoice constant integer := case when tg_op = 'DELETE' then old.invoice_id else new.invoice_id end;
    begin
      if tg_op <> 'DELETE' and not exists (
        select 1 from invoices where id = of_invoice and definitive_at is not null
          and (credits_id is null or to_jsonb(new) ->> 'kind' = 'sent')
      ) then
        raise exception 'invoice % is no open item', of_invoice
          using errcode = '23514', table = tg_table_name, constraint = 'invoice_facts_of_definitive';
      end if;
      if tg_table_name = 'invoice_payments' then
        update invoices i set paid = p.paid
        from (select coalesce(sum(principal), 0)::bigint as paid from invoice_payments where invoice_id = of_invoice) p
        where i.id = of_invoice and i.paid <> p.paid;
      else
        update invoices i set sent_at = m.sent_at, disputed = m.disputed, written_off = m.written_off
        from (
          select min(marked_at) filter (where kind = 'sent') as sent_at,
            count(*) filter (where kind = 'disputed') > 0 as disputed,
            count(*) filter (where kind = 'written_off') > 0 as written_off
          from invoice_marks where invoice_id = of_invoice
        ) m
        where i.id = of_invoice and (i.sent_at, i.disputed, i.written_off) is distinct from (m.sent_at, m.disputed, m.written_off);
      end if;
      return null;
    end $$
  `.execute(db)
  await sql`
    create or replace function follow_opening_payments() returns trigger language plpgsql as $$
    declare
      of_item constant integer := case when tg_op = 'DELETE' then old.opening_item_id else new.opening_item_id end;
    begin
      update opening_items i set paid = p.paid
      from (select coalesce(sum(principal), 0)::bigint as paid from opening_payments where opening_item_id = of_item) p
      where i.id = of_item and i.paid <> p.paid;
      return null;
    end $$
  `.execute(db)
}

/** What was open on a day, as before: costs and interest are no part of it. */
async function onADay(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function open_items_on(day date) returns table (
      id integer, kind text, record_id integer, company_id integer, contact_id integer, number text, invoice_date date,
      expires_at date, total bigint, open bigint, disputed boolean
    ) language sql stable as $$
      with candidates as (
        select i.id from invoices i where i.open <> 0
        union select p.invoice_id from invoice_payments p where p.paid_on > day
        union select i.credits_id from invoices i
          where i.credits_id is not null and i.invoice_date > day and i.definitive_at is not null
        union select m.invoice_id from invoice_marks m where m.kind = 'written_off' and m.marked_at >= day + 1
      ), ours as (
        select i.*,
          i.base + i.vat
          - coalesce((select sum(p.principal) from invoice_payments p where p.invoice_id = i.id and p.paid_on <= day), 0)
          + coalesce((select sum(c.base + c.vat) from invoices c
              where c.credits_id = i.id and c.definitive_at is not null and c.invoice_date <= day), 0) as open_then
        from candidates join invoices i on i.id = candidates.id
        where i.definitive_at is not null and i.credits_id is null and i.invoice_date <= day
          and not exists (select from invoice_marks m
            where m.invoice_id = i.id and m.kind = 'written_off' and m.marked_at < day + 1)
      ), theirs as (
        select o.*,
          o.opening - coalesce((select sum(p.principal) from opening_payments p
            where p.opening_item_id = o.id and p.paid_on <= day), 0) as open_then
        from opening_items o
        where not o.written_off and o.invoice_date <= day
          and (o.open <> 0 or o.id in (select p.opening_item_id from opening_payments p where p.paid_on > day))
      )
      select ours.id * 2, 'invoice', ours.id, ours.company_id, ours.contact_id, ours.uid, ours.invoice_date,
        ours.expires_at, ours.base + ours.vat, ours.open_then::bigint, ours.disputed
      from ours where ours.open_then <> 0
      union all
      select theirs.id * 2 + 1, 'opening', theirs.id, theirs.company_id, theirs.contact_id, theirs.number,
        theirs.invoice_date, theirs.expires_at, theirs.total, theirs.open_then::bigint, theirs.disputed
      from theirs where theirs.open_then <> 0
    $$
  `.execute(db)
}
