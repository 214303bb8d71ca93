import './client.ts';
