/** Who has to do with plannings, as SQL: who takes them, who leads those, and who answers for places that are kept. */
import { type RawBuilder, sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'

/** All parts of the plannings that these parts belong to. */
export const planningOf = (ids: number[]) => sql`
  select p.id from appointments p join appointments chosen on chosen.group_id = p.group_id where chosen.id = any(${ids})`

/** Who supervises these students: by name, or everyone of a company of the student's or of one above it (rulings 4). */
export const supervisorsOf = (students: RawBuilder<unknown>) => sql`
  select s.contact_id as student_id, s.supervisor_id from supervisions s where s.contact_id in (${students})
  union
  (with recursive above as (
     select cc.contact_id as student_id, c.id, c.parent_id from contact_companies cc
       join companies c on c.id = cc.company_id where cc.contact_id in (${students})
     union
     select above.student_id, c.id, c.parent_id from above join companies c on c.id = above.parent_id)
   select above.student_id, boss.id from above
     join contact_companies bc on bc.company_id = above.id and bc.contact_id <> above.student_id
     join contacts boss on boss.id = bc.contact_id and boss.supervisor_for_all and ${sql.lit(ROLE.supervisor)} = any(boss.roles))`

export const enrolledIn = (ids: number[]) =>
  sql`select distinct e.contact_id from enrolments e where e.appointment_id in (${planningOf(ids)})`

/** Who answers for reservations: the person they are for, or who leads the people of the company, or of one above it. */
export const reserversOf = (reserved: RawBuilder<unknown>) => sql`
  select r.id as reservation_id, r.contact_id from (${reserved}) r where r.contact_id is not null
  union
  (with recursive above as (
     select r.id as reservation_id, c.id, c.parent_id from (${reserved}) r join companies c on c.id = r.company_id
       where r.contact_id is null
     union
     select above.reservation_id, c.id, c.parent_id from above join companies c on c.id = above.parent_id)
   select above.reservation_id, boss.id from above
     join contact_companies bc on bc.company_id = above.id
     join contacts boss on boss.id = bc.contact_id and boss.supervisor_for_all and ${sql.lit(ROLE.supervisor)} = any(boss.roles))`

export const reservedIn = (ids: number[]) =>
  sql`select * from reservations where appointment_id in (${planningOf(ids)})`
