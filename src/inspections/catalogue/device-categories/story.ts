import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** Of those that every installation begins with. */
    deviceCategories: { extinguishers: number; reels: number; aeds: number; tools: number }
    /** What extinguishers and tools are asked beside what every device is. */
    deviceFields: { weight: number; class: number; cable: number }
    inspectionSchedules: { yearly: number; tenYears: number; aed: number }
  }
}

export async function seedDeviceCategories(trx: Trx, story: Story): Promise<void> {
  // Where everything was emptied before, they are shipped again.
  await sql`select ship_device_categories() where not exists (select from device_categories)`.execute(trx)
  const categories = await trx.selectFrom('device_categories').select(['id', 'name']).execute()
  const schedules = await trx.selectFrom('inspection_schedules').select(['id', 'name', 'category_id']).execute()
  const category = (name: string) => categories.find((one) => one.name === name)!.id
  const schedule = (of: number, name: string) =>
    schedules.find((one) => one.category_id === of && one.name === name)!.id
  const [extinguishers, aeds] = [category('Draagbare blustoestellen'), category('AED’s')]
  story.deviceCategories = {
    ...{ extinguishers, aeds },
    reels: category('Brandslanghaspels'),
    tools: category('Elektrisch gereedschap'),
  }
  story.inspectionSchedules = {
    yearly: schedule(extinguishers, 'Jaarlijks onderhoud'),
    tenYears: schedule(extinguishers, 'Revisie'),
    aed: schedule(aeds, 'Jaarlijkse controle'),
  }
  const { tools } = story.deviceCategories
  const [weight, classes, cable] = await trx
    .insertInto('device_fields')
    .values([
      { category_id: extinguishers, name: 'Gewicht', kind: 'number', unit: 'kg' },
      { category_id: tools, name: 'Klasse', kind: 'choice', options: ['I', 'II'] },
      { category_id: tools, name: 'Kabellengte', kind: 'number', unit: 'm' },
    ])
    .returning('id')
    .execute()
  story.deviceFields = { weight: weight!.id, class: classes!.id, cable: cable!.id }
  await nameChecklists(trx, story)
}

/** What is filled in when a device is inspected, of the kinds that have it. */
async function nameChecklists(trx: Trx, { deviceCategories, checklists }: Story): Promise<void> {
  const { extinguishers, aeds, tools } = deviceCategories
  for (const [id, checklist_id] of [
    [extinguishers, checklists.extinguisher],
    [aeds, checklists.aed],
    [tools, checklists.tools],
  ] as const)
    await trx.updateTable('device_categories').set({ checklist_id }).where('id', '=', id).execute()
}
