import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    actions: {
      /** Of reels and of extinguishers; the last one disables what it is done to. */
      hose: number
      seal: number
      scrap: number
      /** One that stands on no order, and one on an order of the teacher. */
      spare: number
      ofTeacher: number
    }
  }
}

/** What can be done to devices beside looking at them. */
export async function seedActions(trx: Trx, story: Story): Promise<void> {
  const { extinguishers, reels, aeds, tools } = story.deviceCategories
  const rows = [
    { name: 'Slang vervangen', device_category_id: reels, product_id: null, should_disable_device: false },
    { name: 'Zegel vervangen', device_category_id: extinguishers, product_id: story.products.powder, should_disable_device: false }, // prettier-ignore
    { name: 'Afkeuren en afvoeren', device_category_id: extinguishers, product_id: null, should_disable_device: true },
    { name: 'Elektroden vervangen', device_category_id: aeds, product_id: null, should_disable_device: false },
    { name: 'Snoer vervangen', device_category_id: tools, product_id: null, should_disable_device: false },
  ]
  const made = await trx.insertInto('actions').values(rows).returning('id').execute()
  const [hose, seal, scrap, spare] = made.map(({ id }) => id) as [number, number, number, number]
  story.actions = { hose, seal, scrap, spare, ofTeacher: seal }
}
