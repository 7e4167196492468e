import { Icon, type IconName } from '@quorate/ui/icon';

type CarouselControlsProps = {
  from: number;
  to: number;
  total: number;
  onPrevious: () => void;
  onNext: () => void;
  /** Null where nothing moves by itself. */
  pause: { stopped: boolean; toggle: () => void } | null;
};

export function CarouselControls(props: CarouselControlsProps) {
  const { from, to, total, onPrevious, onNext, pause } = props;
  return (
    <div className="mt-4 flex items-center justify-between">
      <p className="figures text-tiny text-muted">
        {from === to ? from : `${from}–${to}`} of {total}
      </p>
      <div className="flex gap-1">
        {pause && (
          <ControlButton
            icon={pause.stopped ? 'play' : 'pause'}
            label={pause.stopped ? 'Play reviews' : 'Pause reviews'}
            onClick={pause.toggle}
          />
        )}
        <ControlButton icon="left" label="Previous reviews" onClick={onPrevious} />
        <ControlButton icon="right" label="Next reviews" onClick={onNext} />
      </div>
    </div>
  );
}

type ControlButtonProps = { icon: IconName; label: string; onClick: () => void };

function ControlButton({ icon, label, onClick }: ControlButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-control text-muted transition-colors duration-150 hover:bg-sunk hover:text-ink"
    >
      <Icon name={icon} />
    </button>
  );
}
