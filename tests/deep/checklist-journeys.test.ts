/** A checklist on a phone, and planning from free time on the board. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Page, type Site, drawSignature, openSite, topPopup, violations } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** A picture of the page as the camera would give one. */
const photo = async (page: Page) => ({
  name: 'IMG_1.png',
  mimeType: 'image/png',
  buffer: await page.screenshot(),
})

describe('a checklist on a phone', () => {
  it('is filled in with a photo and a signature, and a failed save loses nothing of it [M-015]', async () => {
    const part = site.app.story.appointments.coming
    const path = `/checklist/submissionForAppointment/${part}`
    const { page, close } = await site.visitor(ROLE.teacher, PHONE)
    await page.goto(path)
    const popup = topPopup(page)
    await popup.locator('[data-checklist-block]').first().waitFor()
    for (const block of ['yes-no', 'choice'])
      for (const field of await popup.locator(`[data-checklist-block=${block}]`).all())
        await field.locator('label').first().click()
    const number = popup.locator('[data-checklist-block=number] input').first()
    await number.fill('12')
    await expect.poll(() => popup.locator('[data-checklist-verdict]').innerText()).toBe('te laag')
    await popup.locator('[data-checklist-input]').setInputFiles(await photo(page))
    await popup.locator('[data-checklist-photo] img').waitFor()
    await drawSignature(page)
    expect(await violations(page, 'dialog[open]')).toEqual([])
    await page.route(`**${path}`, (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
    await popup.getByRole('button', { name: 'Afronden' }).click()
    await page.getByText('Er ging iets mis bij het opslaan.').waitFor()
    await popup.getByRole('button', { name: 'Afronden' }).click()
    await page.locator('.flash').getByText('Checklist afgerond').waitFor()
    const { rows } = await site.app.pool.query<{ kind: string; files: number }>(
      `select a.kind, count(f.id)::integer as files from checklist_answers a
         join checklist_submissions s on s.id = a.submission_id join checklist_answer_files f on f.answer_id = a.id
       where s.object_id = $1 group by a.kind order by a.kind`,
      [part],
    )
    expect(rows).toEqual([
      { kind: 'photo', files: 1 },
      { kind: 'signature', files: 1 },
    ])
    await close()
  })
})

describe('a checklist that is finished too early', () => {
  it('shows and reads out the first question that misses an answer, also one that is answered by drawing', async () => {
    const { page, close } = await site.visitor(ROLE.teacher, PHONE)
    const { coming } = site.app.story.appointments
    const other = await site.app.db
      .selectFrom('appointments')
      .select('id')
      .where('group_id', '=', site.app.story.plannings.coming)
      .where('id', '<>', coming)
      .executeTakeFirstOrThrow()
    await page.goto(`/checklist/submissionForAppointment/${other.id}`)
    const popup = topPopup(page)
    const blocks = popup.locator('[data-checklist-block]')
    const finish = popup.getByRole('button', { name: 'Afronden' })
    /** What a screen reader says of what has the focus, and whether the eye finds it there. */
    const focused = () =>
      page.evaluate(() => {
        const at = document.activeElement!
        const field = at.closest('.field')!
        const said = (at.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id))
        const { top, bottom } = field.getBoundingClientRect()
        const body = at.closest('.popup-body')!.getBoundingClientRect()
        return {
          block: [...document.querySelectorAll('[data-checklist-block]')].indexOf(field),
          said: said.map((element) => element?.textContent),
          seen: top >= body.top && bottom <= body.bottom,
        }
      })
    await blocks.last().scrollIntoViewIfNeeded()
    await finish.click()
    await expect.poll(focused).toEqual({ block: 0, said: ['Kies Ja of Nee.'], seen: true })
    for (const block of ['yes-no', 'choice'])
      for (const field of await popup.locator(`[data-checklist-block=${block}]`).all())
        await field.locator('label').first().click()
    await popup.locator('[data-checklist-block=number] input').first().fill('18')
    const signature = await blocks.evaluateAll((all) =>
      all.findIndex((block) => (block as HTMLElement).dataset.checklistBlock === 'signature'),
    )
    await blocks.first().scrollIntoViewIfNeeded()
    await finish.click()
    await expect.poll(focused).toEqual({ block: signature, said: ['Zet een handtekening.'], seen: true })
    await drawSignature(page)
    await expect.poll(() => popup.locator('.field-error').count()).toBe(0)
    await finish.click()
    await page.locator('.flash').getByText('Checklist afgerond').waitFor()
    await close()
  })
})

describe('a checklist of measured values on a phone', () => {
  it('judges readings beyond the range of the meter, and lets go what is n.v.t.', async () => {
    const { tools } = site.app.story.checklists
    const course = site.app.story.courses.bhv
    await site.app.pool.query('update courses set checklist_id = $1 where id = $2', [tools, course])
    await site.app.pool.query(`update checklist_blocks set lowest = 1 where checklist_id = $1 and kind = 'number'`, [
      tools,
    ])
    const { rows } = await site.app.pool.query<{ id: number }>(
      `select a.id from appointments a join appointment_groups g on g.id = a.group_id
       where g.course_id = $1 and a.status <> 'cancelled'
         and not exists (select from checklist_submissions s where s.object_id = a.id) order by a.id limit 1`,
      [course],
    )
    const { page, close } = await site.visitor(ROLE.scheduler, PHONE)
    await page.goto(`/checklist/submissionForAppointment/${rows[0]!.id}`)
    const popup = topPopup(page)
    const measured = popup.locator('[data-checklist-block=number]')
    await measured.first().waitFor()
    const [input, verdict] = [
      measured.last().locator('[inputmode=decimal]'),
      measured.last().locator('[data-checklist-verdict]'),
    ]
    await input.fill('200')
    const beyond = measured.last().locator('[data-checklist-beyond]')
    await beyond.click()
    await expect.poll(() => input.inputValue()).toBe('>200')
    await expect.poll(() => verdict.innerText()).toBe('in orde')
    await beyond.click()
    await expect.poll(() => input.inputValue()).toBe('<200')
    await expect.poll(() => verdict.innerText()).toBe('')
    await beyond.click()
    await expect.poll(() => input.inputValue()).toBe('200')
    const left = measured.first()
    await left.locator('[inputmode=decimal]').fill('0,2')
    await expect.poll(() => left.locator('[data-checklist-verdict]').innerText()).toBe('te laag')
    await left.getByLabel('N.v.t.').check()
    await expect.poll(() => left.locator('[inputmode=decimal]').isDisabled()).toBe(true)
    await expect.poll(() => left.locator('[data-checklist-verdict]').innerText()).toBe('')
    expect(await violations(page, 'dialog[open]')).toEqual([])
    await popup.getByRole('button', { name: 'Opslaan, later verder' }).click()
    await page.locator('.flash').getByText('Checklist opgeslagen').waitFor()
    const kept = await site.app.pool.query<{ answer: string }>(
      `select a.answer from checklist_answers a join checklist_submissions s on s.id = a.submission_id
       where s.object_id = $1 and a.kind = 'number' order by a.position`,
      [rows[0]!.id],
    )
    expect(kept.rows.map(({ answer }) => answer)).toEqual(['n.v.t.', '200'])
    await close()
  })
})

describe('the builder of a checklist', () => {
  it('asks of a block what its kind has, also after it was moved by key', async () => {
    const { page, close } = await site.visitor(ROLE.scheduler)
    await page.goto('/checklist/add')
    const popup = topPopup(page)
    await popup.locator('[name=name]').fill('Blusmiddelen')
    await popup.locator('[name="blocks[0][label]"]').fill('Druk')
    await popup.locator('[name="blocks[0][kind]"]').selectOption('number')
    await popup.locator('[name="blocks[0][unit]"]').fill('bar')
    await popup.getByRole('button', { name: 'Blok toevoegen' }).click()
    await popup.locator('[name="blocks[1][label]"]').fill('Pomp')
    await popup.locator('[data-repeat-item]').nth(1).locator('[data-repeat-up]').press('Enter')
    await expect.poll(() => popup.locator('[name="blocks[0][label]"]').inputValue()).toBe('Pomp')
    await popup.locator('[name="blocks[0][kind]"]').selectOption('choice')
    await popup.locator('[name="blocks[0][options]"]').fill('Goed\nDefect')
    await popup.getByRole('button', { name: 'Checklist toevoegen' }).click()
    await page.locator('.flash').getByText('Checklist toegevoegd').waitFor()
    const { rows } = await site.app.pool.query<{ label: string; kind: string; unit: string }>(
      `select b.label, b.kind, b.unit from checklist_blocks b join checklists c on c.id = b.checklist_id
       where c.name = 'Blusmiddelen' order by b.position`,
    )
    expect(rows).toEqual([
      { label: 'Pomp', kind: 'choice', unit: '' },
      { label: 'Druk', kind: 'number', unit: 'bar' },
    ])
    await page.goto(`/checklist/view/${site.app.story.checklists.tools}`)
    await topPopup(page).getByRole('link', { name: 'Grenzen van Isolatie' }).click()
    await topPopup(page).locator('[name="limits[1][source]"]').waitFor()
    expect(await violations(page, 'dialog[open]')).toEqual([])
    await close()
  })
})

describe('the board', () => {
  it('is walked by arrow keys, and free time starts planning with who was free', async () => {
    const { page, close } = await site.visitor(ROLE.scheduler)
    await page.goto('/courses/board/teachers')
    // At a weekend this week has only quiet days left.
    await page
      .getByRole('button', { name: /^Volgende/ })
      .first()
      .click()
    const free = page.locator('.lane-free:not(.is-quiet)').first()
    await free.waitFor()
    expect(await violations(page, '.cal-root')).toEqual([])
    await free.focus()
    const lane = () => page.evaluate(() => document.activeElement?.closest<HTMLElement>('.lane')?.dataset.lane)
    const before = await lane()
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await lane()) !== before).toBe(true)
    // A part may stand there: the arrows go on to the next free time.
    const isFree = () => page.evaluate(() => document.activeElement!.matches('.lane-free'))
    for (let step = 0; step < 10 && !(await isFree()); step += 1) await page.keyboard.press('ArrowRight')
    expect(await isFree()).toBe(true)
    await page.keyboard.press('Enter')
    await topPopup(page).getByText('Planning toevoegen').first().waitFor()
    expect(await topPopup(page).getAttribute('data-url')).toContain('teacher_id=')
    await close()
  })
})
