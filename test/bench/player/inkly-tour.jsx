import {Demo} from '@inkly-org/interactive-demo';
import {createRoot} from 'react-dom/client';
import '@inkly-org/interactive-demo/styles.css';
import config from 'tour';

createRoot(document.getElementById('root')).render(<Demo src={config} />);
