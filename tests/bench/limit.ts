/**
 * The bare limit: Express, the best SQL for the task and an EJS template of the same rows; no session, no rights, no
 * headers, nothing else. Run as a process of its own with DATABASE_URL; prints its port.
 */
import type { AddressInfo } from 'node:net'
import ejs from 'ejs'
import express from 'express'
import pg from 'pg'
import { devicesOf } from './limit-devices.ts'
import { salesOf } from './limit-sales.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: 20 })
/** With PostgreSQL's own threshold a word with two letters swapped is not found at all. */
const tolerant = new pg.Pool({
  connectionString: process.env.DATABASE_URL!,
  max: 20,
  options: '-c pg_trgm.word_similarity_threshold=0.45',
})
const app = express()

interface ContactRow {
  id: number
  first_name: string
  last_name_prefix: string
  last_name: string
  client_id: number | null
  email: string | null
  mobile_phone: string | null
  roles: number[]
  company_name: string | null
}

const table = ejs.compile(
  `<table><thead><tr><th>Naam</th><th>Debiteurnummer</th><th>Bedrijf</th><th>E-mail</th><th>Mobiel</th><th>Rollen</th></tr></thead><tbody>
<% for (const row of rows) { %><tr data-id="<%= row.id %>"><td><input type="checkbox"></td><td><a href="/contact/view/<%= row.id %>"><%= [row.first_name, row.last_name_prefix, row.last_name].filter(Boolean).join(' ') %></a></td>
<td><%= row.client_id %></td><td><%= row.company_name ?? 'Particulier' %></td><td><a href="mailto:<%= row.email %>"><%= row.email %></a></td><td><%= row.mobile_phone %></td><td><%= row.roles.join(', ') %></td></tr>
<% } %></tbody></table>`,
)
const companies = ejs.compile(
  `<table><thead><tr><th>Naam</th><th>Debiteurnummer</th><th>KVK-nummer</th><th>Plaats</th><th>Telefoon</th><th>E-mail</th></tr></thead><tbody>
<% for (const row of rows) { %><tr data-id="<%= row.id %>"><td><input type="checkbox"></td><td><a href="/company/view/<%= row.id %>"><%= row.name %></a></td>
<td><%= row.client_id %></td><td><%= row.coc_no %></td><td><%= row.city %></td><td><%= row.phone %></td><td><a href="mailto:<%= row.email %>"><%= row.email %></a></td></tr>
<% } %></tbody></table>`,
)
const plannings = ejs.compile(
  `<ul><% for (const row of rows) { %><li><label><input type="radio" value="<%= row.id %>"><b><%= row.starts_at.toISOString() %></b> <%= row.room %> <%= row.status %> <%= row.free %> vrij</label></li><% } %></ul>`,
)
const refreshers = ejs.compile(
  `<table><thead><tr><th>Cursist</th><th>Bedrijf</th><th>Opleiding</th><th>Vervaldatum</th><th>Status</th></tr></thead><tbody>
<% for (const row of rows) { %><tr data-id="<%= row.id %>"><td><input type="checkbox"></td><td><a href="/courseRefresher/view/<%= row.id %>"><%= row.first_name %> <%= row.last_name %></a></td>
<td><%= row.company_name ?? 'Particulier' %></td><td><%= row.course %></td><td><%= row.expires_at %></td><td><%= row.booked ? 'Ingeschreven' : '' %></td></tr>
<% } %></tbody></table>`,
)
const matrix = ejs.compile(
  `<table><thead><tr><th>Naam</th><% for (const course of courses) { %><th><%= course.description %></th><% } %></tr></thead><tbody>
<% for (const row of rows) { %><tr><td><a href="/contact/view/<%= row.id %>"><%= row.first_name %> <%= row.last_name %></a></td><% for (const course of courses) { %><td><%= row.held?.[course.id] ?? '' %></td><% } %></tr>
<% } %></tbody></table>`,
)
const waiting = ejs.compile(
  `<table><thead><tr><th>Cursist</th><th>Opleiding</th><th>Plaats</th><th>Sinds</th></tr></thead><tbody>
<% for (const row of rows) { %><tr data-id="<%= row.id %>"><td><input type="checkbox"></td><td><a href="/waiting-list/view/<%= row.id %>"><%= row.first_name %> <%= row.last_name %></a></td><td><%= row.course %></td><td><%= row.place %></td><td><%= row.line_at %></td></tr>
<% } %></tbody></table>`,
)
const popup = ejs.compile(
  `<dialog><h2><%= c.first_name %> <%= c.last_name %></h2><dl><% for (const [name, value] of Object.entries(c)) { %><dt><%= name %></dt><dd><%= value %></dd><% } %></dl></dialog>`,
)

/** A page by company, with how many people there are in its group: those without a company come first, and are many. */
async function contactsByCompany(): Promise<ContactRow[]> {
  const { rows } = await pool.query<ContactRow>({
    name: 'contacts by company',
    text: `select id, first_name, last_name_prefix, last_name, client_id, email, mobile_phone, roles, null as company_name
           from contacts where active and company_id is null
           order by last_name collate "nl-x-icu", first_name collate "nl-x-icu", id limit 31`,
  })
  await pool.query({
    name: 'people without a company',
    text: 'select count(*) from (select from contacts where active and company_id is null limit 10001) counted',
  })
  return rows.slice(0, 30)
}

app.get('/contacts', async (req, res) => {
  const { role, company, grouped, search } = req.query as Partial<Record<string, string>>
  if (search !== undefined) {
    // The few that have the word, by its index, and then in order.
    const { rows } = await pool.query<ContactRow>({
      name: 'contacts with a word',
      text: `select c.id, c.first_name, c.last_name_prefix, c.last_name, coalesce(c.client_id, co.client_id) as client_id, c.email, c.mobile_phone, c.roles, co.name as company_name
             from contacts c left join companies co on co.id = c.company_id
             where c.active and c.id = any(array(select id from contacts where search_text like '%' || $1 || '%'))
             order by c.last_name collate "nl-x-icu", c.first_name collate "nl-x-icu", c.id limit 31`,
      values: [search],
    })
    return void res.type('html').send(table({ rows: rows.slice(0, 30) }))
  }
  if (grouped !== undefined) return void res.type('html').send(table({ rows: await contactsByCompany() }))
  if (role !== undefined) {
    const { rows } = await pool.query<ContactRow>({
      name: 'contacts of company',
      text: `select c.id, c.first_name, c.last_name_prefix, c.last_name, coalesce(c.client_id, co.client_id) as client_id, c.email, c.mobile_phone, c.roles, co.name as company_name
             from contacts c left join companies co on co.id = c.company_id
             where c.active and c.roles @> array[$1::integer] and c.id in (select contact_id from contact_companies where company_id = $2)
             order by c.last_name collate "nl-x-icu", c.first_name collate "nl-x-icu", c.id limit 31`,
      values: [role, company],
    })
    return void res.type('html').send(table({ rows: rows.slice(0, 30) }))
  }
  const { rows } = await pool.query<ContactRow>({
    name: 'contacts',
    text: `select c.id, c.first_name, c.last_name_prefix, c.last_name, coalesce(c.client_id, co.client_id) as client_id, c.email, c.mobile_phone, c.roles, co.name as company_name
           from contacts c left join companies co on co.id = c.company_id where c.active
           order by c.last_name collate "nl-x-icu", c.first_name collate "nl-x-icu", c.id limit 31`,
  })
  res.type('html').send(table({ rows: rows.slice(0, 30) }))
})

app.get('/companies', async (req, res) => {
  const { rows } = await pool.query({
    name: 'companies',
    text: `select id, name, client_id, coc_no, city, phone, email from companies
           where active and search_text like '%' || $1 || '%' order by name collate "nl-x-icu", id limit 31`,
    values: [req.query.search],
  })
  res.type('html').send(companies({ rows: rows.slice(0, 30) }))
})

app.get('/search', async (req, res) => {
  const { rows } = await (req.query.tolerant === undefined ? pool : tolerant).query({
    name: 'search',
    text: `select * from (
             (select 'Contact' as type, id, first_name || ' ' || last_name as name, word_similarity($1, search_text) as score from contacts
              where search_text like '%' || $1 || '%' or $1 <% search_text order by score desc limit 21)
             union all
             (select 'Company', id, name, word_similarity($1, search_text) from companies
              where search_text like '%' || $1 || '%' or $1 <% search_text order by 4 desc limit 21)) hits order by score desc limit 20`,
    values: [req.query.query as string],
  })
  res.json({ data: rows })
})

app.get('/calendar', async (req, res) => {
  const { rows } = await pool.query({
    name: 'calendar',
    text: `select a.id, a.group_id, extract(epoch from a.starts_at)::integer as start_datetime, extract(epoch from a.ends_at)::integer as end_datetime,
                  c.description, c.code, a.status, r.name as room, a.max_count - a.enrolled_count - a.reserved_count as free,
                  (select array_agg(t.first_name || ' ' || t.last_name) from appointment_responsibles ar join contacts t on t.id = ar.contact_id where ar.appointment_id = a.id) as teachers
           from appointments a join appointment_groups g on g.id = a.group_id join courses c on c.id = g.course_id left join rooms r on r.id = a.room_id
           where tstzrange(a.starts_at, a.ends_at) && tstzrange(to_timestamp($1::int), to_timestamp($2::int)) order by a.starts_at`,
    values: [req.query.from, req.query.to],
  })
  res.json({ appointments: rows })
})

/** Who teaches, when they do and when they are away, between two instants. */
app.get('/lanes', async (req, res) => {
  const { rows } = await pool.query({
    name: 'lanes',
    text: `select c.id, c.first_name, c.last_name,
                  (select string_agg(s.name, ', ') from contact_skills cs join skills s on s.id = cs.skill_id where cs.contact_id = c.id) as skills,
                  (select json_agg(json_build_object('id', a.id, 'from', a.starts_at, 'to', a.ends_at, 'status', a.status, 'course', k.description,
                          'room', r.name, 'taken', a.enrolled_count + a.reserved_count, 'most', a.max_count))
                   from appointment_responsibles ar join appointments a on a.id = ar.appointment_id join appointment_groups g on g.id = a.group_id
                     join courses k on k.id = g.course_id left join rooms r on r.id = a.room_id
                   where ar.contact_id = c.id and ar.role_id = 3 and tstzrange(a.starts_at, a.ends_at) && span.during) as parts,
                  (select json_agg(json_build_object('from', lower(x.during), 'to', upper(x.during))) from absences x
                   where x.contact_id = c.id and x.during && span.during) as away
           from (select tstzrange(to_timestamp($1::int), to_timestamp($2::int)) as during) span, contacts c
           where c.active and c.roles @> array[3] order by c.last_name collate "nl-x-icu", c.first_name collate "nl-x-icu", c.id limit 400`,
    values: [req.query.from, req.query.to],
  })
  res.json({ lanes: rows })
})

app.get('/matrix', async (req, res) => {
  const courses = await pool.query({ name: 'courses', text: 'select id, description from courses order by id' })
  const { rows } = await pool.query({
    name: 'matrix',
    text: `select c.id, c.first_name, c.last_name, held.held from contacts c left join lateral (
             select json_object_agg(course_id, valid_until) as held from certificates x where x.contact_id = c.id and x.withdrawn_at is null) held on true
           where c.active and c.id in (select contact_id from contact_companies where company_id = $1)
           order by c.last_name collate "nl-x-icu", c.first_name collate "nl-x-icu", c.id`,
    values: [req.query.company],
  })
  res.type('html').send(matrix({ rows, courses: courses.rows }))
})

app.get('/waiting', async (_req, res) => {
  const { rows } = await pool.query({
    name: 'waiting',
    text: `select w.id, c.first_name, c.last_name, k.description as course, w.line_at,
                  row_number() over (partition by w.course_id order by w.line_at, w.id) as place
           from waiting_entries w join contacts c on c.id = w.contact_id join courses k on k.id = w.course_id
           where w.state = 'waiting' order by k.description collate "nl-x-icu", w.line_at, w.id limit 31`,
  })
  res.type('html').send(waiting({ rows: rows.slice(0, 30) }))
})

salesOf(app, pool, popup)
devicesOf(app, pool)

app.get('/plannings', async (req, res) => {
  const { rows } = await pool.query({
    name: 'plannings',
    text: `select min(a.id) as id, a.group_id, min(a.starts_at) as starts_at, min(r.name) as room, min(a.status) as status, min(a.max_count - a.enrolled_count - a.reserved_count) as free
           from appointment_groups g join appointments a on a.group_id = g.id left join rooms r on r.id = a.room_id
           where g.course_id = $1 and g.id in (select group_id from appointments where starts_at > now()) group by a.group_id
           having min(a.starts_at) > now() and bool_and(a.status not in ('cancelled', 'done')) and min(a.max_count - a.enrolled_count - a.reserved_count) >= 1
           order by min(a.starts_at) limit 30`,
    values: [req.query.course],
  })
  res.type('html').send(plannings({ rows }))
})

app.get('/refreshers', async (req, res) => {
  const of =
    req.query.company === undefined
      ? ''
      : 'where cr.contact_id in (select contact_id from contact_companies where company_id = $1)'
  const { rows } = await pool.query({
    name: of === '' ? 'refreshers' : 'refreshers of a company',
    text: `select cr.id, cr.expires_at, c.first_name, c.last_name, co.name as company_name, k.description as course,
                  (select true from enrolments e join appointments a on a.id = e.appointment_id join appointment_groups g on g.id = a.group_id
                   where e.contact_id = cr.contact_id and g.course_id = cr.course_id and a.ends_at > now() and a.status <> 'cancelled' limit 1) as booked
           from contact_refreshers cr join contacts c on c.id = cr.contact_id join courses k on k.id = cr.course_id left join companies co on co.id = c.company_id
           ${of} order by cr.expires_at, cr.id limit 31`,
    values: req.query.company === undefined ? [] : [req.query.company],
  })
  res.type('html').send(refreshers({ rows: rows.slice(0, 30) }))
})

app.get('/contact/:id', async (req, res) => {
  const { rows } = await pool.query({
    name: 'contact',
    text: `select c.*, co.name as company_name, u.last_login_at,
                  (select json_agg(json_build_object('id', x.id, 'name', x.name)) from contact_companies cc join companies x on x.id = cc.company_id where cc.contact_id = c.id) as companies,
                  (select json_agg(s.name) from contact_skills cs join skills s on s.id = cs.skill_id where cs.contact_id = c.id) as skills,
                  (select count(*) from enrolments e where e.contact_id = c.id) as enrolments,
                  (select count(*) from notes n where n.object_type = 'contact' and n.object_id = c.id) as notes,
                  (select count(*) from certificates ce where ce.contact_id = c.id) as certificates,
                  (select count(*) from documents d where d.object_type = 'contact' and d.object_id = c.id) as documents,
                  (select count(*) from mails m where m.object_type = 'contact' and m.object_id = c.id) as messages,
                  (select m.state from mails m where lower(m.recipient) = lower(c.email) and m.state in ('sent', 'refused', 'bounced') order by m.id desc limit 1) as last_mail
           from contacts c left join companies co on co.id = c.company_id left join users u on u.contact_id = c.id where c.id = $1`,
    values: [req.params.id],
  })
  res.type('html').send(popup({ c: rows[0] as Record<string, unknown> }))
})

const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on ${(server.address() as AddressInfo).port}\n`)
})
