import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { setLimits } from './checklists.commands.ts'
import { checklistFields } from './checklists.fields.ts'
import { LimitsForm } from './checklists.forms.ts'
import { getChecklist, getMeasuredBlock } from './checklists.queries.ts'
import { writtenNumber } from './filling.contract.ts'
import type { LimitRow } from './limits.rules.ts'
import { checklistBlocksArea } from './rights.ts'

/** The limits as the sortable repeating block of their form. */
const limitsBlock = (limits: LimitRow[]) => ({
  name: 'limits',
  label: 'Grens',
  addLabel: 'Grens toevoegen',
  min: 0,
  max: checklistFields.limits.max!,
  view: 'system/checklists/limit',
  items: limits.map((row) => ({
    data: {
      limit: {
        ...row,
        base: writtenNumber(row.base),
        per_metre: writtenNumber(row.per_metre),
        above_metres: writtenNumber(row.above_metres),
        cap: writtenNumber(row.cap),
      },
    },
  })),
})

/** Within which limits a value lies that is measured: by the class and the cable of a device. */
export const checklistLimits = formPopup({
  area: checklistBlocksArea,
  record: 'checklist',
  right: 'change',
  path: '/checklist/limits/:id/:block',
  home: '/checklists',
  size: 'large',
  load: async ({ db, params }) => {
    const [checklist, block] = await Promise.all([
      getChecklist(db, params.id),
      getMeasuredBlock(db, params.id, params.block),
    ])
    return { checklist, block, repeat: limitsBlock(block.limits) }
  },
  title: ({ block }) => `Grenzen van ${block.label}`,
  subtitle: 'Gelden bij het keuren van een apparaat; wat al is ingevuld, houdt de grenzen van toen.',
  view: 'system/checklists/limits',
  form: LimitsForm,
  version: ({ checklist }) => checklist.version,
  save: async ({ trx, params, form }) => {
    await setLimits(trx, params.id, params.block, form)
    return {
      changed: [{ type: 'checklist', id: params.id }],
      flash: { str: 'Grenzen opgeslagen', type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.checklists.tools, block: story.checklists.insulation },
    form: { 'limits[0][class]': 'I', 'limits[0][base]': '1', 'limits[0][source]': 'Eigen norm' },
  }),
})
