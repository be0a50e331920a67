import ejs from 'ejs'
import type { Express } from 'express'
import type pg from 'pg'

const sales = ejs.compile(
  `<table><thead><tr><th>Nummer</th><th>Klant</th><th>Referentie</th><th>Datum</th><th>Status</th><th>Totaal</th></tr></thead><tbody>
<% for (const row of rows) { %><tr data-id="<%= row.id %>"><td><input type="checkbox"></td><td><a href="/administration/view/<%= row.id %>"><%= row.uid %></a></td>
<td><%= row.customer %></td><td><%= row.reference %></td><td><%= row.day %></td><td><%= row.status %></td><td>€ <%= (row.total / 100).toFixed(2) %></td></tr>
<% } %></tbody></table>`,
)
const saleLines = ejs.compile(
  `<table><tbody><% for (const row of rows) { %><tr data-id="<%= row.id %>"><td><%= row.name %> <%= row.code %></td><td><%= row.count %></td><td><%= row.price %></td><td><%= row.tax %></td><td><%= row.amount / 100 %></td><td><input type="checkbox"></td></tr>
<% } %></tbody></table><p><%= taxes.map(({ tax, base, vat }) => tax + ' ' + base + ' ' + vat).join(', ') %></p>`,
)

const month = ejs.compile(
  `<table><tbody><% for (const row of rows) { %><tr><td><input type="checkbox"></td><td><a href="/company/view/<%= row.id %>"><%= row.name %></a></td>
<td><% for (const { uid, name } of row.orders) { %><%= uid %> <%= name %> <% } %></td><td><%= row.city ? '' : 'Geen adres' %> <%= row.concepts ?? '' %></td><td><%= row.email ? 'Per e-mail' : 'Geen e-mailadres' %></td><td>€ <%= (row.cents / 100).toFixed(2) %></td></tr>
<% } %></tbody></table>`,
)
const quotation = ejs.compile(
  `<!doctype html><title>Offerte</title><h1><%= q.uid %> <%= q.reference %></h1><p><%= q.name %></p><table><tbody><% for (const row of rows) { %><tr><td><%= row.name %> <%= row.description %></td><td><%= row.count %></td><td><%= row.amount / 100 %></td></tr>
<% } %></tbody></table><p><%= taxes.map(({ tax, base, vat }) => tax + ' ' + base + ' ' + vat).join(', ') %></p><form method="post"><input name="name"><textarea name="question"></textarea><button>Akkoord</button></form>`,
)

/** The part of the bare limit for what is sold. */
export function salesOf(app: Express, pool: pg.Pool, popup: ejs.TemplateFunction): void {
  app.get('/orders', async (req, res) => {
    const of = req.query.status === undefined ? '' : 'where o.status = $1'
    const { rows } = await pool.query({
      name: `orders ${of}`,
      text: `select o.id, o.uid, coalesce(co.name, concat_ws(' ', c.first_name, c.last_name)) as customer, o.reference, o.order_date as day, o.status, o.total, u.name as employee
           from orders o left join companies co on co.id = o.company_id left join contacts c on c.id = o.contact_id left join users u on u.id = o.employee_id
           ${of} order by o.order_date desc, o.id desc limit 31`,
      values: of === '' ? [] : [req.query.status],
    })
    res.type('html').send(sales({ rows: rows.slice(0, 30) }))
  })

  app.get('/invoices', async (req, res) => {
    const concepts = req.query.concepts !== undefined
    const { rows } = await pool.query({
      name: concepts ? 'concepts' : 'invoices of a customer',
      text: `select i.id, i.uid, coalesce(co.name, concat_ws(' ', c.first_name, c.last_name)) as customer, i.reference, i.invoice_date as day, i.definitive_at as status, i.total
           from invoices i left join companies co on co.id = i.company_id left join contacts c on c.id = i.contact_id
           where ${concepts ? 'i.definitive_at is null' : 'i.company_id = $1'} order by i.invoice_date desc, i.id desc limit 31`,
      values: concepts ? [] : [req.query.company],
    })
    res.type('html').send(sales({ rows: rows.slice(0, 30) }))
  })

  app.get('/order/:id', async (req, res) => {
    const { rows } = await pool.query({
      name: 'order',
      text: `select o.*, co.name as company, concat_ws(' ', c.first_name, c.last_name) as contact, u.name as employee, q.uid as quotation, p.uid as parent,
                  (select json_agg(json_build_object('id', x.id, 'name', x.last_name)) from order_contacts oc join contacts x on x.id = oc.contact_id where oc.order_id = o.id) as contacts,
                  (select json_agg(n.uid) from orders n where n.parent_order_id = o.id) as following,
                  (select count(*) from invoices i where i.order_id = o.id) as invoices,
                  (select count(*) from notes n where n.object_type = 'order' and n.object_id = o.id) as notes,
                  (select count(*) from documents d where d.object_type = 'order' and d.object_id = o.id) as documents,
                  (select count(*) from mails m where m.object_type = 'order' and m.object_id = o.id) as messages
           from orders o left join companies co on co.id = o.company_id left join contacts c on c.id = o.contact_id left join users u on u.id = o.employee_id
             left join quotations q on q.id = o.quotation_id left join orders p on p.id = o.parent_order_id where o.id = $1`,
      values: [req.params.id],
    })
    res.type('html').send(popup({ c: rows[0] as Record<string, unknown> }))
  })

  app.get('/order/:id/lines', async (req, res) => {
    const [{ rows }, taxes] = await Promise.all([
      pool.query({
        name: 'lines of an order',
        text: `select l.*, p.code, t.name as tax_name from sale_lines l left join products p on p.id = l.product_id left join tax_types t on t.id = l.tax_type_id
             where l.order_id = $1 order by l.position, l.id`,
        values: [req.params.id],
      }),
      pool.query({
        name: 'taxes of an order',
        text: 'select * from sale_taxes(null, $1, null)',
        values: [req.params.id],
      }),
    ])
    res.type('html').send(saleLines({ rows, taxes: taxes.rows }))
  })

  app.get('/month', async (_req, res) => {
    const { rows } = await pool.query({
      name: 'month to close',
      text: `with done as (
               select o.company_id, o.uid, count(*) as lines, min(l.name) as name, sum(l.amount) as cents
               from sale_lines l join orders o on o.id = l.order_id
               where l.order_id is not null and l.delivered and l.destination is null and l.delivered_on <= current_date group by o.id)
             select c.id, c.name, c.street, c.city, c.vat_id, coalesce(c.invoice_email, c.email) as email,
               json_agg(json_build_object('uid', d.uid, 'name', d.name, 'lines', d.lines)) as orders, sum(d.cents) as cents,
               (select string_agg(i.total::text, ' ') from invoices i where i.company_id = c.id and i.definitive_at is null) as concepts
             from done d join companies c on c.id = d.company_id group by c.id order by c.name`,
    })
    res.type('html').send(month({ rows }))
  })

  app.get('/offerte/:hash', async (req, res) => {
    const { rows: found } = await pool.query<{ id: number }>({
      name: 'quotation',
      text: `select q.*, coalesce(co.name, concat_ws(' ', c.first_name, c.last_name)) as name,
               (select json_agg(json_build_object('q', t.question, 'a', t.answer)) from quotation_questions t where t.quotation_id = q.id) as questions
             from quotation_links k join quotations q on q.id = k.quotation_id
               left join companies co on co.id = q.company_id left join contacts c on c.id = q.contact_id where k.token_hash = $1`,
      values: [req.params.hash],
    })
    const { id } = found[0]!
    const [{ rows }, taxes] = await Promise.all([
      pool.query({
        name: 'lines of a quotation',
        text: 'select * from sale_lines where quotation_id = $1 order by position, id',
        values: [id],
      }),
      pool.query({ name: 'taxes of a quotation', text: 'select * from sale_taxes($1, null, null)', values: [id] }),
    ])
    res.type('html').send(quotation({ q: found[0], rows, taxes: taxes.rows }))
  })
}
