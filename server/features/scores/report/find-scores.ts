import type { Bureau, FoundScore } from '@shared/scores'
import { findOwners } from './about-whom'
import { findLabel, type LabeledFigure, findFigures } from './find-label'
import { listLabeledDates, readLabeledDate } from './read-dates'
import { hasVersion, readBureau, readBureaus, readModel } from './read-words'
import { listAbove, listBelow, type ReportPage, type Segment } from './report-page'

/**
 * The scores of the person whose report it is, in their order. Silent about whatever is not clearly
 * that: scales, thresholds, averages, other people's figures, several figures for one score.
 */
export function findScores(pages: readonly ReportPage[]): FoundScore[] {
  const owners = findOwners(pages)
  const found = pages.flatMap((page) => {
    const owner = owners.get(page.number)
    if (!owner?.isClear) return []
    const whose = { nameOnReport: owner.name, ...(owner.isUnread && { isNameUnread: true }) }
    return findOnPage(page).map((score) => ({ ...score, ...whose }))
  })
  const models = unique(found.flatMap(({ model }) => (model && hasVersion(model) ? [model] : [])))
  const read = pages.filter(({ number }) => owners.get(number)?.isClear)
  const dates = unique(read.flatMap(listLabeledDates))
  const bureau = only(unique(read.flatMap(({ segments }) => segments.flatMap(bureausIn))))
  const completed = found.map(({ isAmongBureaus, ...score }) => ({
    ...score,
    model: completeModel(score.model, models),
    bureau: score.bureau ?? (isAmongBureaus ? null : bureau),
    reportDate: score.reportDate ?? only(dates),
  }))
  return withoutContradictions(completed.filter(({ model }) => !isOnOtherScale(model)))
}

/** 501 to 990: a figure of it says nothing on the scale of today's models. */
const isOnOtherScale = (model: string | null) => /^VantageScore [12]\b/.test(model ?? '')

type FoundOnPage = Omit<FoundScore, 'nameOnReport' | 'isNameUnread'> & { isAmongBureaus: boolean }

function findOnPage(page: ReportPage): FoundOnPage[] {
  const figures = page.segments.flatMap(findFigures)
  const labeled = ownLabels(figures.flatMap((figure) => findLabel(page, figure, figures) ?? []))
  return labeled.map(({ figure, label, around, bureau }) => {
    const { segment } = figure
    const texts = [segment.text, label, ...around.map(({ text }) => text)]
    return {
      score: figure.value,
      model: firstOf(texts, (text) => readModel(text)?.name ?? null) ?? modelNear(page, segment),
      bureau: bureau ?? firstOf(texts, readBureau) ?? bureauOver(page, segment),
      reportDate: firstOf(texts, readLabeledDate),
      page: page.number,
      line: segment.line,
      mark: markOf(page, segment),
      isAmongBureaus: readBureaus(texts.join(' ')).length > 1,
    }
  })
}

/** A label over one figure and under another belongs to the one that it is over. */
const ownLabels = (labeled: LabeledFigure[]) =>
  labeled.filter(
    ({ way, around: [label] }) =>
      way !== 'under' ||
      !labeled.some((other) => other.way === 'over' && other.around[0] === label),
  )

const bureausIn = ({ text }: Segment): Bureau[] => readBureaus(text)

/** A model that is further off counts when it is the only one of its page. */
function modelNear(page: ReportPage, segment: Segment): string | null {
  const names = page.segments.flatMap(({ text }) => readModel(text)?.name ?? [])
  const near = [...listAbove(page, segment).slice(0, 3), ...listBelow(page, segment).slice(0, 3)]
  return firstOf(near, ({ text }) => readModel(text)?.name ?? null) ?? only(unique(names))
}

/** The heading over a figure, or what the whole page is from. */
function bureauOver(page: ReportPage, segment: Segment): Bureau | null {
  const headings = listAbove(page, segment).filter(({ text }) => text.length <= 60)
  const named = headings.map(bureausIn).find((bureaus) => bureaus.length > 0)
  if (named) return only(named)
  return only(unique(page.segments.flatMap(bureausIn)))
}

/** 'FICO Score' becomes 'FICO Score 8' where the report has no other of that family. */
function completeModel(model: string | null, models: string[]): string | null {
  if (model === null || hasVersion(model)) return model
  const family = model.split(' ')[0] ?? ''
  return only(models.filter((other) => other.startsWith(family))) ?? model
}

/** One bureau and model gives one score; of two different ones, neither is sure. */
function withoutContradictions<Score extends Omit<FoundScore, 'mark'>>(scores: Score[]): Score[] {
  const isSameKind = (one: Score, other: Score) =>
    one.nameOnReport === other.nameOnReport &&
    (one.bureau === other.bureau || one.bureau === null || other.bureau === null) &&
    (one.model === other.model || one.model === null || other.model === null)
  return scores.filter((score, index) => {
    const alike = scores.filter((other) => isSameKind(score, other))
    if (alike.some((other) => other.score !== score.score)) return false
    return !scores.slice(0, index).some((other) => isSameKind(score, other))
  })
}

const part = (points: number, whole: number) =>
  Math.round(10_000 * Math.min(1, Math.max(0, points / whole))) / 10_000

function markOf({ number, width, height }: ReportPage, box: Segment): FoundScore['mark'] {
  const left = part(box.left, width)
  const top = part(box.top, height)
  return {
    page: number,
    left,
    top,
    width: part(box.right, width) - left,
    height: part(box.bottom, height) - top,
  }
}

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]

const only = <Value>(values: readonly Value[]): Value | null =>
  values.length === 1 ? (values[0] ?? null) : null

function firstOf<Item, Value>(items: Item[], read: (item: Item) => Value | null): Value | null {
  for (const item of items) {
    const value = read(item)
    if (value !== null) return value
  }
  return null
}
