/** What an item of the system before this one asks for as it stands. */
import type { Step } from '../../../platform/screens/popup/next-step.ts'
import { openItemsArea } from './rights.ts'

/** As long as something is owed, paying it is what comes next. */
export const openingSteps = (item: { id: number; open: number; written_off: boolean }): Step[] =>
  item.open === 0 || item.written_off
    ? []
    : [
        {
          label: 'Betaling boeken',
          icon: 'cash',
          kind: 'popup',
          url: `/administration/opening-item/pay/${item.id}`,
          area: openItemsArea,
          right: 'change',
          next: true,
        },
      ]
