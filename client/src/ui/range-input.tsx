import type { ComponentProps } from 'react'
import { cx } from './class-names'

const look =
  'h-11 w-full cursor-pointer appearance-none rounded-sm bg-transparent ' +
  '[&::-webkit-slider-runnable-track]:h-1 [&::-webkit-slider-runnable-track]:rounded-full ' +
  '[&::-webkit-slider-runnable-track]:bg-control [&::-moz-range-track]:h-1 ' +
  '[&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-control ' +
  '[&::-webkit-slider-thumb]:-mt-2.5 [&::-webkit-slider-thumb]:size-6 ' +
  '[&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full ' +
  '[&::-webkit-slider-thumb]:border-[6px] [&::-webkit-slider-thumb]:border-evergreen ' +
  '[&::-webkit-slider-thumb]:bg-white [&::-moz-range-thumb]:size-3 ' +
  '[&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-[6px] ' +
  '[&::-moz-range-thumb]:border-evergreen [&::-moz-range-thumb]:bg-white'

/** A number chosen by sliding; arrow keys move it by one step. */
export function RangeInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input {...rest} type="range" className={cx(look, className)} />
}
