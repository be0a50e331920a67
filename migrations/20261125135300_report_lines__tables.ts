import { type Kysely, sql } from 'kysely'

/**
 * What definitive invoices come to, per line and per kind of VAT, written when they get their number and never again: an
 * invoice does not change, so reports sum what it said and not what is known today. Lines have their nets without VAT by the
 * rule of the price engine, so that they add up to the base that was printed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table report_lines (
      id integer primary key,
      invoice_id integer not null references invoices on delete cascade deferrable,
      invoice_date date not null,
      product_id integer references products deferrable,
      name text not null,
      count numeric(12,4) not null,
      net bigint not null
    )
  `.execute(db)
  await sql`create index report_lines_day on report_lines (invoice_date, id) include (product_id, invoice_id, net)`.execute(db) // prettier-ignore
  await sql`create index report_lines_invoice_id on report_lines (invoice_id)`.execute(db)
  await sql`create index report_lines_product on report_lines (product_id, invoice_date)`.execute(db)
  await sql`
    create table report_taxes (
      id integer generated always as identity primary key,
      invoice_id integer not null references invoices on delete cascade deferrable,
      invoice_date date not null,
      box text not null check (box in ('1a', '1b', '1c', '1e', '3a', '3b', 'exempt')),
      category text not null,
      name text not null,
      percentage numeric(5,2) not null,
      base bigint not null,
      vat bigint not null,
      customer text not null,
      vat_id text
    )
  `.execute(db)
  await sql`create index report_taxes_box on report_taxes (invoice_date, box) include (base, vat)`.execute(db)
  await sql`create index report_taxes_invoice_id on report_taxes (invoice_id)`.execute(db)
  await boxes(db)
  await facts(db)
  await sql`select write_report_facts(i) from invoices i where i.definitive_at is not null order by i.id`.execute(db)
}

/** In which box of the return a kind of VAT stands: by what the invoice said of rate and buyer. */
async function boxes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function vat_box(category text, percentage numeric, country text) returns text language sql immutable as $$
      select case category
        when 'S' then case when percentage >= 15 then '1a' when percentage in (6, 9) then '1b' else '1c' end
        when 'Z' then '1e'
        when 'AE' then case when country = 'NL' then '1e' when country = any(string_to_array(
          'AT,BE,BG,CY,CZ,DE,DK,EE,EL,GR,ES,FI,FR,HR,HU,IE,IT,LT,LU,LV,MT,PL,PT,RO,SE,SI,SK', ',')) then '3b' else '3a' end
        when 'G' then '3a'
        when 'K' then '3b'
        else 'exempt' end
    $$
  `.execute(db)
}

async function facts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function write_report_facts(i invoices) returns void language plpgsql as $$
    begin
      insert into report_taxes (invoice_id, invoice_date, box, category, name, percentage, base, vat, customer, vat_id)
        select i.id, i.invoice_date,
          vat_box(t ->> 'category', (t ->> 'tax')::numeric, coalesce(i.snapshot #>> '{buyer,country_code}', 'NL')),
          t ->> 'category', t ->> 'name', (t ->> 'tax')::numeric, (t ->> 'base')::bigint, (t ->> 'vat')::bigint,
          coalesce(i.snapshot #>> '{buyer,name}', ''), i.snapshot #>> '{buyer,vat_id}'
        from jsonb_array_elements(i.snapshot -> 'taxes') t;
      insert into report_lines (id, invoice_id, invoice_date, product_id, name, count, net)
        with lines as (
          select l.*, case when sum(l.amount) over kind < 0 then -1 when sum(l.amount) over kind > 0 then 1
            else coalesce(sign(first_value(nullif(l.amount, 0)) over (partition by l.tax_type_id, l.tax, l.taxes_included
              order by l.amount = 0, l.position, l.id)), 1) end as side
          from sale_lines l where l.invoice_id = i.id and l.kind = 'product'
          window kind as (partition by l.tax_type_id, l.tax, l.taxes_included)
        ), shares as (
          select lines.*, floor(amount * side * 100 / (100 + tax)) as share,
            mod(mod((amount * side)::numeric * 100, 100 + tax) + 100 + tax, 100 + tax) as rest,
            round(sum(amount * side) over kind * 100 / (100 + tax)) as together
          from lines window kind as (partition by tax_type_id, tax, taxes_included)
        ), ranked as (
          select shares.*, row_number() over (partition by tax_type_id, tax, taxes_included order by rest desc, position, id) as rank,
            together - sum(share) over (partition by tax_type_id, tax, taxes_included) as left_over
          from shares
        )
        select id, i.id, i.invoice_date, product_id, name, count,
          case when taxes_included then (side * (share + case when rank <= left_over then 1 else 0 end))::bigint else amount end
        from ranked;
    end $$
  `.execute(db)
  await sql`
    create function follow_report_facts() returns trigger language plpgsql as $$
    begin
      perform write_report_facts(new);
      return null;
    end $$
  `.execute(db)
  await sql`
    create trigger report_facts after update of definitive_at on invoices
    for each row when (old.definitive_at is null and new.definitive_at is not null) execute function follow_report_facts()
  `.execute(db)
}
