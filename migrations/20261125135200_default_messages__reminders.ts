import { type Kysely, sql } from 'kysely'

const GREETING = '<p>Met vriendelijke groet,<br />{{ afzender.naam }}</p>'
const DEAR = '<p>Beste {{ ontvanger.naam }},</p>'

/** By what the setting calls them. */
const MESSAGES = [
  {
    key: 'reminder_message',
    name: 'Factuur herinneren',
    subject: 'Herinnering: {{ brief.hoofdsom }} staat nog open',
    content: `${DEAR}<p>Volgens onze administratie staat {{ brief.hoofdsom }} nog open. In de bijlage ziet u om welke facturen het gaat.</p><p>Wij ontvangen het bedrag graag uiterlijk op {{ brief.betalen_voor }}. Hebt u intussen betaald, dan kunt u dit bericht als niet verzonden beschouwen.</p>${GREETING}`,
  },
  {
    key: 'notice_message',
    name: '14-dagenbrief',
    subject: 'Laatste kans om zonder kosten te betalen: {{ brief.hoofdsom }}',
    content: `${DEAR}<p>Ondanks onze herinnering staat {{ brief.hoofdsom }} nog open. In de bijlage vindt u onze brief hierover.</p><p>Betaalt u dit bedrag niet binnen 15 dagen nadat deze brief bij u is bezorgd, dan brengen wij {{ brief.kosten }} incassokosten in rekening.</p>${GREETING}`,
  },
  {
    key: 'final_message',
    name: 'Aanmaning',
    subject: 'Aanmaning: {{ brief.totaal }}',
    content: `${DEAR}<p>U hebt onze facturen niet op tijd betaald. Daarom bent u ook {{ brief.kosten }} incassokosten verschuldigd{% if brief.rente != blank %} en {{ brief.rente }} rente{% endif %}. In totaal is dat {{ brief.totaal }}.</p><p>Betaal dit uiterlijk op {{ brief.betalen_voor }}. Daarna kunnen wij de vordering uit handen geven.</p>${GREETING}`,
  },
  {
    key: 'statement_message',
    name: 'Rekeningoverzicht',
    subject: 'Rekeningoverzicht van {{ organisatie.naam }}',
    content: `${DEAR}<p>In de bijlage vindt u een overzicht van wat er op {{ brief.datum }} openstaat: {{ brief.totaal }}.</p>${GREETING}`,
  },
]

/** What customers read with a letter about what is open are default messages, and the setting of reminders says which. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_reminder_messages() returns void language plpgsql as $$
    begin
      insert into default_messages (name, subject, content)
        select name, subject, content from jsonb_to_recordset(${sql.lit(JSON.stringify(MESSAGES))}::jsonb)
          as s(name text, subject text, content text)
        on conflict (name) do nothing;
      insert into settings (key, value)
        select 'reminder_messages', jsonb_object_agg(s.key, m.id)
        from jsonb_to_recordset(${sql.lit(JSON.stringify(MESSAGES))}::jsonb) as s(key text, name text)
          join default_messages m on m.name = s.name
        on conflict (key) do nothing;
    end $$
  `.execute(db)
  await sql`select add_reminder_messages()`.execute(db)
}
