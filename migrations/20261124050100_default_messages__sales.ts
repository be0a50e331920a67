import { type Kysely, sql } from 'kysely'

const GREETING = '<p>Met vriendelijke groet,<br />{{ afzender.naam }}</p>'

/** By what the setting calls them. */
const MESSAGES = [
  {
    key: 'invoice_message',
    name: 'Factuur verzenden',
    subject: '{{ factuur.soort }} {{ factuur.nummer }} van {{ organisatie.naam }}',
    content: `<p>Beste {{ ontvanger.naam }},</p><p>In de bijlage vindt u {{ factuur.soort | downcase }} {{ factuur.nummer }} van {{ factuur.datum }}, in totaal {{ factuur.bedrag }}{% if factuur.referentie != blank %}, met uw referentie {{ factuur.referentie }}{% endif %}.</p><p>{% if factuur.vervaldatum != blank %}Wij ontvangen het bedrag graag uiterlijk op {{ factuur.vervaldatum }}.{% else %}U hoeft hiervoor niets te betalen.{% endif %}</p>${GREETING}`,
  },
  {
    key: 'quotation_message',
    name: 'Offerte versturen',
    subject: 'Offerte {{ offerte.nummer }} van {{ organisatie.naam }}',
    content: `<p>Beste {{ ontvanger.naam }},</p><p>In de bijlage vindt u onze offerte {{ offerte.nummer }} van {{ offerte.datum }}, in totaal {{ offerte.bedrag }}{% if offerte.referentie != blank %}, met uw referentie {{ offerte.referentie }}{% endif %}.</p><p>De offerte is geldig tot en met {{ offerte.geldig_tot }}. Hebt u vragen, beantwoord dan dit bericht.</p>${GREETING}`,
  },
]

/** What customers read with an invoice or a quotation are default messages, and a setting says which. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_sale_messages() returns void language plpgsql as $$
    begin
      insert into default_messages (name, subject, content)
        select name, subject, content from jsonb_to_recordset(${sql.lit(JSON.stringify(MESSAGES))}::jsonb)
          as s(name text, subject text, content text)
        on conflict (name) do nothing;
      insert into settings (key, value)
        select 'sale_messages', jsonb_object_agg(s.key, m.id)
        from jsonb_to_recordset(${sql.lit(JSON.stringify(MESSAGES))}::jsonb) as s(key text, name text)
          join default_messages m on m.name = s.name
        on conflict (key) do nothing;
    end $$
  `.execute(db)
  await sql`select add_sale_messages()`.execute(db)
}
