import { useId } from 'react'
import { nameZone, usZones } from '@shared/meeting-time'
import { Select } from '@/ui/input'

/** The zone in which the times of an introduction are shown, which people may change. */
export function ZoneChoice({ zone, onChoose }: { zone: string; onChoose: (zone: string) => void }) {
  const id = useId()
  const zones = usZones.includes(zone) ? usZones : [zone, ...usZones]
  return (
    <div className="flex max-w-full items-center gap-2">
      <label htmlFor={id} className="shrink-0 text-muted max-sm:sr-only">
        Times are in
      </label>
      <Select
        id={id}
        compact
        className="min-w-0"
        value={zone}
        onChange={({ target }) => onChoose(target.value)}
        options={zones.map((value) => ({ value, label: nameZone(value) }))}
      />
    </div>
  )
}
