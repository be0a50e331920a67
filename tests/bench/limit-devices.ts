import ejs from 'ejs'
import type { Express } from 'express'
import type pg from 'pg'

const devices = ejs.compile(
  `<table><thead><tr><th>Naam</th><th>Nummer</th><th>Klant</th><th>Wat</th><th>Volgende keer</th><th>Status</th><th>Plaats</th><th>Serienummer</th></tr></thead><tbody>
<% for (const row of rows) { %><tr data-id="<%= row.id %>"><td><input type="checkbox"></td><td><a href="/inspections/devices/view/<%= row.id %>"><%= row.name %></a> <%= row.category %></td>
<td><%= row.number %></td><td><%= row.customer %></td><td><%= row.due %></td><td><%= row.next_on %></td><td><%= row.status %></td><td><%= row.location_description %></td><td><%= row.serial_number %></td></tr>
<% } %></tbody></table>`,
)

/** The part of the bare limit for what customers own. */
export function devicesOf(app: Express, pool: pg.Pool): void {
  app.get('/devices', async (req, res) => {
    const ofCompany = req.query.company !== undefined
    const { rows } = await pool.query({
      name: ofCompany ? 'devices of a customer' : 'devices due next month',
      text: `select d.id, d.name, d.number, coalesce(co.name, concat_ws(' ', c.first_name, c.last_name)) as customer, k.name as category,
                    d.next_on, d.status, d.location_description, d.serial_number,
                    (select s.name from device_schedules r join inspection_schedules s on s.id = r.schedule_id
                     where r.device_id = d.id and r.next_on < date_trunc('month', d.next_on) + interval '1 month'
                     order by s.weight desc, r.next_on, s.id limit 1) as due,
                    (select string_agg(p.name, ' + ') from device_consumables u join products p on p.id = u.product_id
                     where u.device_id = d.id and u.due_on < date_trunc('month', d.next_on) + interval '1 month') as parts
             from devices d left join companies co on co.id = d.company_id left join contacts c on c.id = d.contact_id
               left join device_categories k on k.id = d.device_category_id
             where ${
               ofCompany
                 ? 'd.company_id = $1 order by d.number'
                 : `coalesce(d.next_on, 'infinity'::date) >= date_trunc('month', current_date)::date + interval '1 month'
                    and coalesce(d.next_on, 'infinity'::date) < date_trunc('month', current_date)::date + interval '2 months'
                    order by coalesce(d.next_on, 'infinity'::date)`
             }, d.id limit 31`,
      values: ofCompany ? [req.query.company] : [],
    })
    res.type('html').send(devices({ rows: rows.slice(0, 30) }))
  })
}
