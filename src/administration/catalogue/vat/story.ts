import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    taxTypes: {
      high: number
      low: number
      zero: number
      exempt: number
      reversed: number
      withinUnion: number
      outsideUnion: number
    }
  }
}

/** The names of what the migrations bring. */
export async function seedTaxTypes(_trx: Trx, story: Story): Promise<void> {
  story.taxTypes = { high: 1, low: 2, zero: 3, exempt: 4, reversed: 5, withinUnion: 6, outsideUnion: 7 }
}
