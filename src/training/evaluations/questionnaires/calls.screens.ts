import { assertDeletable } from '../../../platform/blockers.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { cellEdit } from '../../../platform/screens/table/cell-edit.ts'
import { copyEvaluation, deleteEvaluation, renameEvaluation, setEnabled } from './questionnaires.commands.ts'
import { evaluationFields } from './questionnaires.fields.ts'
import { questionsArea } from './rights.ts'

const building = { area: questionsArea, record: 'evaluation', right: 'change' } as const

/** The name of an evaluation, changed in the list. */
export const evaluationCell = cellEdit({
  ...building,
  path: '/evaluations/cell',
  fields: evaluationFields,
  names: ['name'],
  save: ({ trx, id, changes, version }) => renameEvaluation(trx, id, changes.name as string, version),
  example: (story) => ({ form: { id: story.evaluations.spare, field: 'name', value: 'Na een herhaling', version: 1 } }),
})

const switching = (enabled: boolean) =>
  action({
    ...building,
    path: enabled ? '/evaluations/enable/:id' : '/evaluations/disable/:id',
    save: async ({ trx, params }) => {
      await setEnabled(trx, params.id, enabled)
      return {
        changed: [{ type: 'evaluation', id: params.id }],
        flash: { str: enabled ? 'Evaluatie in gebruik genomen' : 'Evaluatie gedeactiveerd', type: 'success' },
      }
    },
    example: (story) => ({ params: { id: enabled ? story.evaluations.spare : story.evaluations.named } }),
  })

export const evaluationEnable = switching(true)
export const evaluationDisable = switching(false)

export const evaluationCopy = action({
  ...building,
  path: '/evaluations/copy/:id',
  save: async ({ trx, params }) => {
    const id = await copyEvaluation(trx, params.id)
    return {
      changed: [{ type: 'evaluation', id }],
      flash: { str: 'Evaluatie gekopieerd', type: 'success' },
      open: `/evaluations/view/${id}`,
      body: { id },
    }
  },
  example: (story) => ({ params: { id: story.evaluations.named } }),
})

const removal = action({
  ...building,
  path: '/evaluations/delete/:id',
  save: async ({ trx, params, services }) => {
    await assertDeletable(trx, services.registry, 'evaluation', params.id)
    await deleteEvaluation(trx, params.id)
    return {
      changed: [{ type: 'evaluation', id: params.id }],
      flash: { str: 'Evaluatie verwijderd', type: 'success' },
      close: true,
    }
  },
  example: (story) => ({ params: { id: story.evaluations.spare } }),
})
export const evaluationDelete = { ...removal, deletes: true }
