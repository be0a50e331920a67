import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'
import { placeProgram } from '../../../system/api-clients/index.ts'

/** The tablet of the demo stands where most is to be come in for today. */
export async function seedKiosk(trx: Trx, _story: Story, today: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select r.establishment_id as id from rooms r
    left join appointments a on a.room_id = r.id and a.status <> 'cancelled'
      and a.starts_at::date = ${today}::date
    left join enrolments e on e.appointment_id = a.id
    group by r.establishment_id order by count(e.id) desc, r.establishment_id limit 1
  `.execute(trx)
  if (rows[0]) await placeProgram(trx, 'demo-kiosk', rows[0].id)
}
