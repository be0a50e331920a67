import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'
import { readSetting, writeSetting } from '../../../system/settings/index.ts'

/** What is billed when a device is approved, or comes in the place of another. */
export async function seedInspectionSettings(trx: Trx, story: Story): Promise<void> {
  const { inspection } = story.products
  await writeSetting(trx, 'inspections', {
    ...(await readSetting(trx, 'inspections')),
    approved_product_id: inspection,
    installed_product_id: inspection,
  })
}
